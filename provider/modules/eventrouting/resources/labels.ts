// Labels of objects: what the service rejects is reported by Check. See docs/modules/eventrouting.md#labels. Pure.
import type { PropertyTraits } from "../../../contract/properties";

const maximumBytes = 128;
const tooLong = (text: string): boolean => Buffer.byteLength(text) > maximumBytes;

/** The traits of labels: keys and values in lowercase letters of any language, digits, underscores and dashes. */
export const labelTraits: PropertyTraits = {
  validate: {
    maxItems: 64,
    keys: {
      pattern: {
        matches: /^[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{N}_-]{0,62}$/u,
        reason:
          "the key of a label must begin with a lowercase letter and contain only lowercase letters, digits, underscores and dashes, at most 63 characters",
      },
    },
    pattern: {
      matches: /^[\p{Ll}\p{Lo}\p{N}_-]{0,63}$/u,
      reason: "the value of a label must contain only lowercase letters, digits, underscores and dashes, at most 63 characters",
    },
    test: (labels) => {
      const key = Object.entries(labels as Readonly<Record<string, string>>).find((entry) => entry.some(tooLong))?.[0];
      return key === undefined ? undefined : `the key or the value of the label ${key} has more than ${maximumBytes} bytes in UTF-8`;
    },
  },
};
