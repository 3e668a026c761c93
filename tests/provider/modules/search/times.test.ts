// Points in time of the connector API. See docs/modules/search.md#getsearchconnector.
import { utcTime } from "../../../../provider/modules/search/times";
import type { Plain } from "../../../../provider/core/values/value";

test.each<[Plain | undefined, string | undefined]>([
  ["2025-05-06T09:30:00.123456+00:00", "2025-05-06T09:30:00.123Z"],
  ["2025-05-06T11:30:00+02:00", "2025-05-06T09:30:00.000Z"],
  ["2025-05-06T11:30:00.5+0200", "2025-05-06T09:30:00.500Z"],
  ["2025-05-06T04:30:00-05", "2025-05-06T09:30:00.000Z"],
  ["2025-05-06T09:30:00.123456789Z", "2025-05-06T09:30:00.123Z"],
  ["2025-05-06T09:30:00", "2025-05-06T09:30:00.000Z"],
  ["2025-05-06 09:30:00.1", "2025-05-06T09:30:00.100Z"],
  ["2025-05-06T09:30Z", "2025-05-06T09:30:00.000Z"],
  ["2025-05-06", "2025-05-06T00:00:00.000Z"],
  [1746523800123, "2025-05-06T09:30:00.123Z"],
  ["1746523800123", "2025-05-06T09:30:00.123Z"],
  [0, undefined],
  ["0", undefined],
  ["", undefined],
  [null, undefined],
  [undefined, undefined],
  ["yesterday", undefined],
  ["2025-13-45T00:00:00Z", undefined],
  [8.64e15 + 1, undefined],
  [true, undefined],
  [[1], undefined],
])("%p: %s", (value, expected) => expect(utcTime(value)).toBe(expected));
