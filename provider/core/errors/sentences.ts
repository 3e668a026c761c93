// Sentences that messages of all modules have in common. Pure.

/** Returns the text with a period, unless it ends with a punctuation mark. */
export function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Returns the sentence about the attempts of a request; `last` is the outcome of the last complete one. */
export function attemptsText(attempts: number, last?: string): string {
  const made = attempts === 1 ? "1 attempt was made" : `${attempts} attempts were made`;
  return last === undefined ? `${made}.` : `Until then ${made}; the last outcome was ${last}.`;
}

/** Returns the last line of a message about a response: none after a single attempt. */
export function attemptLines({ attempts }: { attempts?: number | undefined }): string[] {
  return attempts === undefined ? [] : [attemptsText(attempts)];
}
