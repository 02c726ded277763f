import { InvalidValueError } from './values.ts';

/** Parses an http or https URL with placeholders. */
export function gatewayUrl(text: string): string {
  const filled = text.replaceAll(/\{\w+\}/g, '0');
  const protocol = URL.canParse(filled) ? new URL(filled).protocol : '';
  if (protocol === 'http:' || protocol === 'https:') return text;
  throw new InvalidValueError('is not a URL such as https://sms.example/send');
}

/** `{"name": "value"}` of header fields. */
export function headerFields(text: string): Readonly<Record<string, string>> {
  const fields = parseJson(text);
  if (typeof fields === 'object' && fields !== null && !Array.isArray(fields)) {
    const entries = Object.entries(fields);
    if (entries.every((entry): entry is [string, string] => isField(entry[0], entry[1]))) {
      return Object.fromEntries(entries);
    }
  }
  throw new InvalidValueError(
    'is not a JSON object of header fields such as {"authorization": "Bearer ..."}',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isField(name: string, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    return false;
  }
}
