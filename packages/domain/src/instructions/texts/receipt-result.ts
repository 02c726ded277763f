import type { TextReceipt } from './instruction-text.ts';

/** What the response of a device means; `unrecognized`: it contains neither text. */
export function resultOfResponse(
  { success, failure }: TextReceipt,
  response: string | null,
): 'succeeded' | 'rejected' | 'unrecognized' {
  const text = (response ?? '').toLowerCase();
  if (failure !== null && text.includes(failure.toLowerCase())) return 'rejected';
  return text.includes(success.toLowerCase()) ? 'succeeded' : 'unrecognized';
}
