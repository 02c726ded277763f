import type { PaymentService } from '../live-events/payment-provider.ts';
import { inboundSecret } from './inbound-sms.ts';
import { createReader, type ReaderContext, type VariableTable } from './reader.ts';
import { InvalidValueError } from './values.ts';

function paymentUrl(text: string): string {
  const url = URL.parse(text.trim());
  if (url !== null && ['https:', 'http:'].includes(url.protocol) && url.username === '') return url.href;
  throw new InvalidValueError('is not a URL such as https://pay.example.com/orders');
}

export const PAYMENT_VARIABLES = {
  WAKELINE_PAYMENT_URL: {
    meaning:
      'address at which the payment provider opens orders of gifts; without it viewers use vouchers only',
    default: null,
    parse: paymentUrl,
  },
  WAKELINE_PAYMENT_SECRET: {
    meaning:
      'secret with which orders, and notices of the provider to /service/live/payment-notice, are signed',
    default: null,
    parse: inboundSecret,
  },
} as const satisfies VariableTable & Record<string, { meaning: string }>;

/** Null: gifts are bought with vouchers only. */
export function readPayments(context: ReaderContext): PaymentService | null {
  const { optional } = createReader(PAYMENT_VARIABLES, context);
  const [url, secret] = [optional('WAKELINE_PAYMENT_URL'), optional('WAKELINE_PAYMENT_SECRET')];
  if (url === null && secret === null) return null;
  if (url === null) context.problems.push('WAKELINE_PAYMENT_URL: required with WAKELINE_PAYMENT_SECRET');
  if (secret === null) context.problems.push('WAKELINE_PAYMENT_SECRET: required with WAKELINE_PAYMENT_URL');
  return url === null || secret === null ? null : { url, secret };
}
