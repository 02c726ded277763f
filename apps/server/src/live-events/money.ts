/** Money is stored and calculated as whole fen, hundredths of a yuan. @param yuan at most two decimals */
export function toFen(yuan: number): number {
  return Math.round(yuan * 100);
}

export function toYuan(fen: number): number {
  return fen / 100;
}
