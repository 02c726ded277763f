const CONTROL = /\p{Cc}/u;
const CONTROLS = /\p{Cc}/gu;
/** Control characters and spaces; the other characters of Latin-1 are printable. */
const BLANK = /[^!-~\u00a1-\u00ff]/;

/** The text with a space for each control character. */
export function replaceControls(text: string): string {
  return CONTROL.test(text) ? text.replaceAll(CONTROLS, ' ') : text;
}

/** The fields of a text in Latin-1, separated by commas: without control characters and outer spaces. */
export function splitFields(text: string): string[] {
  if (!BLANK.test(text)) return text.split(',');
  return replaceControls(text)
    .split(',')
    .map((field) => field.trim());
}
