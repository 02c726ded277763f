/** Text for a terminal: what people call their things must not steer it (ECMA-48 control functions begin with a control character). */
export function plainText(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}/gu, '\ufffd');
}
