/**
 * The time of a position of which only the UTC second (0..59) is known: the nearest such time to the receipt, never in
 * the future. Epoch milliseconds.
 */
export function alignSecond(receivedAt: number, second: number): number {
  const minute = Math.floor(receivedAt / 60_000) * 60_000;
  let nearest = minute + second * 1_000;
  if (nearest - receivedAt > 30_000) nearest -= 60_000;
  else if (receivedAt - nearest > 30_000) nearest += 60_000;
  // The clocks of sender and server differ a little.
  return Math.min(nearest, receivedAt);
}
