/** One voucher a row, as CSV (RFC 4180) with a byte order mark, by which spreadsheet programs recognize UTF-8. */
export function voucherSheet(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\ufeff${[headings, ...rows].map((row) => row.map(toCell).join(',')).join('\r\n')}\r\n`;
}

/** A text that a spreadsheet program would calculate gets a quote in front of it. */
function toCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
