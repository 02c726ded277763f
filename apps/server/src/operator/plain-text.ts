/** Replaces control characters, so that user-defined names cannot control the terminal (ECMA-48 control functions). */
export function plainText(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}/gu, '\ufffd');
}
