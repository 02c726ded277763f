import type { InboundSmsFields } from '../messages/inbound-gateway.ts';
import { InvalidValueError } from './values.ts';

/** `{"phone": "name", "text": "name", "id": "name", "card": "name"}`; `id` and `card` may be missing. */
export function inboundSmsFields(text: string): InboundSmsFields {
  const fields = parseJson(text);
  const {
    phone,
    text: content,
    id = null,
    card = null,
    ...others
  } = Object(fields) as Record<string, unknown>;
  const isName = (name: unknown): name is string => typeof name === 'string' && /^[\w.-]{1,64}$/.test(name);
  const isNameOrNull = (name: unknown): name is string | null => name === null || isName(name);
  const hasOthers = Object.keys(others).length > 0;
  if (isName(phone) && isName(content) && isNameOrNull(id) && isNameOrNull(card) && !hasOthers) {
    return { phone, text: content, id, card };
  }
  throw new InvalidValueError(
    'is not a JSON object such as {"phone": "mobile", "text": "content", "id": "msgId"}',
  );
}

/** At least 16 characters: anyone can send to the address. */
export function inboundSecret(text: string): string {
  if (/^[\x21-\x7e]{16,256}$/.test(text)) return text;
  throw new InvalidValueError('is not 16 to 256 visible ASCII characters');
}

/** The name of an HTTP header. */
export function headerName(text: string): string {
  if (/^[a-zA-Z\d-]{1,64}$/.test(text)) return text.toLowerCase();
  throw new InvalidValueError('is not the name of an HTTP header');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
