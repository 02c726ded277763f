/** Characters that texts of devices can contain. */
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/**
 * Whether values can be fields of a text protocol: printable ASCII without the characters that delimit its frames and
 * fields. The catalogue refuses most of them already; this holds whatever its rules become.
 *
 * @param delimiters each of them is refused in every value
 */
export function areFields(values: readonly string[], delimiters: string): boolean {
  return values.every(
    (value) => PRINTABLE_ASCII.test(value) && ![...delimiters].some((delimiter) => value.includes(delimiter)),
  );
}
