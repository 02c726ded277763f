import { asBuffer } from '../as-buffer.ts';
import { splitHttpText } from '../http-text.ts';
import type { ByteRange, MessageInspection } from '../protocol.ts';
import { isSecretName } from '../secret-names.ts';

const RESPONSE = /^HTTP\/1\.1 (\d{3})/;
const REQUEST = /^([A-Z]{3,10}) /;
/** A member of a JSON object with a simple value. The last string may be cut off. */
const JSON_MEMBER = /"([^"\\]{1,64})"\s*:\s*("(?:[^"\\]|\\.)*"?|[^\s",\]}[{]+)/gs;

/** Method or status of a request or response, and the values of parameters whose names are those of secrets. */
export function inspect(bytes: Uint8Array): MessageInspection {
  // One character per byte, so that offsets in the text are offsets of bytes.
  const text = asBuffer(bytes).toString('latin1');
  const status = RESPONSE.exec(text)?.[1];
  if (status !== undefined) {
    return { messageId: `HTTP ${status}`, accepted: status.startsWith('2'), secrets: [] };
  }
  const { bodyAt } = splitHttpText(text);
  const [firstLine = ''] = text.split('\r\n', 1);
  const queryAt = firstLine.indexOf('?');
  const query = queryAt < 0 ? [] : findParameters(firstLine.slice(queryAt + 1), queryAt + 1);
  return {
    messageId: REQUEST.exec(text)?.[1] ?? null,
    accepted: null,
    secrets: [...query, ...findMembers(text, bodyAt), ...findParameters(text.slice(bodyAt), bodyAt)],
  };
}

/** The secret values of `a=b&c=d`, which starts at `offset`. */
function findParameters(text: string, offset: number): readonly ByteRange[] {
  const secrets: ByteRange[] = [];
  let at = offset;
  for (const parameter of text.split('&')) {
    const [name = ''] = new URLSearchParams(parameter).keys();
    const valueAt = at + parameter.indexOf('=') + 1;
    const end = at + parameter.length;
    // A space ends the target of the request line.
    const length = parameter.slice(valueAt - at).search(/\s|$/);
    if (isSecretName(name) && valueAt > at && length > 0)
      secrets.push({ start: valueAt, end: valueAt + length });
    at = end + 1;
  }
  return secrets;
}

function findMembers(text: string, bodyAt: number): readonly ByteRange[] {
  return [...text.matchAll(JSON_MEMBER)].flatMap((match) => {
    const [member, name = '', value = ''] = match;
    if (match.index < bodyAt || !isSecretName(name)) return [];
    const start = match.index + member.length - value.length;
    return [{ start, end: start + value.length }];
  });
}
