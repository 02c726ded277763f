import type { DeviceRequest } from './protocol.ts';

const CONTENT_TYPE = 'content-type: ';
const HEAD_END = '\r\n\r\n';

/** The parts of a request that its recorded text has, without the body. */
type RequestHead = Pick<DeviceRequest, 'method' | 'target' | 'contentType'>;

/** The start of the recorded text of a request: request line, content type and empty line. The body follows it. */
export function writeRequestHead({ method, target, contentType }: RequestHead): string {
  const type = contentType === null ? '' : `\r\n${CONTENT_TYPE}${contentType}`;
  return `${method} ${target} HTTP/1.1${type}${HEAD_END}`;
}

/** The recorded text of a response. */
export function writeResponseText(status: number, body: string): string {
  return `HTTP/1.1 ${status}${HEAD_END}${body}`;
}

/** Where the body starts; at the end if there is none. */
export function splitHttpText(text: string): { readonly head: string; readonly bodyAt: number } {
  const end = text.indexOf(HEAD_END);
  return end < 0
    ? { head: text, bodyAt: text.length }
    : { head: text.slice(0, end), bodyAt: end + HEAD_END.length };
}

/** Reads the recorded text of a request, one character per byte. */
export function readRequestText(text: string): RequestHead & { readonly body: Buffer } {
  const { head, bodyAt } = splitHttpText(text);
  const [requestLine = '', contentType] = head.split('\r\n');
  const [method = '', target = ''] = requestLine.split(' ');
  return {
    method,
    target,
    contentType: contentType?.startsWith(CONTENT_TYPE) ? contentType.slice(CONTENT_TYPE.length) : null,
    body: Buffer.from(text.slice(bodyAt), 'latin1'),
  };
}
