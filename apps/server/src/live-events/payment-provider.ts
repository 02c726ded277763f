import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { post } from '../delivery/channels/post.ts';
import { signatureHeaders, signWebhook } from '../delivery/channels/webhook.ts';
import type { OutgoingGuard } from '../outgoing/guard.ts';

/** The payment provider that the operator has configured. */
export interface PaymentService {
  readonly url: string;
  readonly secret: string;
}

/** What is to be paid for. */
export interface PaymentOrder {
  readonly orderId: string;
  /** Fen. */
  readonly total: number;
  /** What the payer reads. */
  readonly subject: string;
}

/** Takes payments. The provider reports paid orders in notices (`readNotice`). */
export interface PaymentProvider {
  /** Opens an order; the same order again returns the same page. @returns the address of the page where it is paid for */
  open(order: PaymentOrder): Promise<string>;
}

/** A paid order, as the provider reports it. Total in fen. */
export interface PaymentNotice {
  readonly orderId: string;
  readonly total: number;
}

const TIMEOUT_MS = 10_000;
/** A signed notice is valid for so long before and after its time, milliseconds (Standard Webhooks 1.0). */
const MAX_SKEW_MS = 5 * 60_000;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const MAX_PAY_URL = 2_000;

/** The secret in the form of Standard Webhooks, which signs both directions. */
function webhookSecret(secret: string): string {
  return `whsec_${Buffer.from(secret).toString('base64')}`;
}

/**
 * A provider that is reached over HTTP (docs/operating/payments.md). Rejects if it does not respond with `{"payUrl": "https://..."}`.
 */
export function createPaymentProvider(
  { url, secret }: PaymentService,
  { guard, clock, timeoutMs = TIMEOUT_MS }: PaymentProviderOptions,
): PaymentProvider {
  return {
    async open({ orderId, total, subject }) {
      const body = JSON.stringify({ orderId, total, currency: 'CNY', subject });
      const headers = signatureHeaders(webhookSecret(secret), { key: orderId, body, now: clock.now() });
      const { status, text } = await post(guard, { url, headers, body, timeoutMs });
      const payUrl = status >= 200 && status < 300 ? payUrlOf(text) : null;
      if (payUrl === null) throw new Error(`the payment provider responded ${status}`);
      return payUrl;
    },
  };
}

interface PaymentProviderOptions {
  readonly guard: OutgoingGuard;
  readonly clock: Clock;
  readonly timeoutMs?: number;
}

function payUrlOf(text: string): string | null {
  const { payUrl } = parseJson(text);
  if (typeof payUrl !== 'string' || payUrl.length > MAX_PAY_URL) return null;
  const protocol = URL.parse(payUrl)?.protocol;
  return protocol === 'https:' || protocol === 'http:' ? payUrl : null;
}

export interface SignedNotice {
  /** Of the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. */
  readonly key: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
}

/** Whether the provider signed a notice a short time ago. The time of the comparison does not depend on where they differ. */
export function isAuthenticNotice(
  { secret }: Pick<PaymentService, 'secret'>,
  { key, timestamp, signature, body }: SignedNotice,
  now: number,
): boolean {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : null;
  if (seconds === null || Math.abs(now - seconds * 1_000) > MAX_SKEW_MS) return false;
  const expected = Buffer.from(signWebhook(webhookSecret(secret), { key, timestamp: seconds, body }));
  return signature.split(' ').some((one) => {
    const given = Buffer.from(one);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** The paid order of a notice; null: it is malformed, or reports something else than a payment. */
export function readNotice(body: string): PaymentNotice | null {
  const { orderId, state, total } = parseJson(body);
  if (typeof orderId !== 'string' || !UUID.test(orderId) || state !== 'paid') return null;
  if (typeof total !== 'number' || !Number.isSafeInteger(total)) return null;
  return { orderId, total };
}

function parseJson(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
