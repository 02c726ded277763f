import type { Report } from '@wakeline/domain/reports/report';
import type { DeviceRequest, RequestOutcome, UnreadableReport } from '../protocol.ts';
import { entriesOf, readLocation } from './background-geolocation.ts';
import { FieldError } from './draft.ts';
import { idOf, readParameters } from './parameters.ts';

/** Longer than any observed id, short enough for a database index. */
const MAX_ID_LENGTH = 64;

/** Characters that are in no device id, or that the database cannot store: controls, NUL, lone surrogates. */
const INVALID_ID_CHARACTERS = /[\p{Cc}\p{Cs}]/u;

/**
 * Decodes a request. Parameters come from the query and, for POST, from a form in the body. A JSON body is that of the
 * background-geolocation library; its device id may also be in the query.
 */
export function decode(request: DeviceRequest): RequestOutcome {
  let deviceId: string | null = null;
  try {
    if (request.method !== 'GET' && request.method !== 'POST') {
      throw new FieldError('method', `not GET or POST: ${request.method}`);
    }
    const start = request.target.indexOf('?');
    const query = new URLSearchParams(start === -1 ? '' : request.target.slice(start + 1));
    const queryId = idOf(query);
    deviceId = queryId === null ? null : validateId(queryId);
    const body = request.method === 'POST' ? Buffer.from(request.body).toString('utf8').trim() : '';
    if (isJson(request.contentType, body)) {
      const root = parseBody(body);
      deviceId = validateId(readJsonId(root) ?? deviceId);
      return readJson(deviceId, root, request.receivedAt);
    }
    const parameters = body === '' ? query : new URLSearchParams([...query, ...new URLSearchParams(body)]);
    deviceId = validateId(idOf(parameters));
    const report = readParameters(parameters, request.receivedAt);
    return { type: 'reports', deviceId, reports: [report], unreadable: [] };
  } catch (error) {
    if (error instanceof FieldError) return { type: 'decode-error', deviceId, detail: error.message };
    throw error;
  }
}

function isJson(contentType: string | null, body: string): boolean {
  return /^application\/([\w.-]+\+)?json\b/i.test(contentType ?? '') || body.startsWith('{');
}

function parseBody(body: string): ReadonlyMap<string, unknown> {
  let root: unknown;
  try {
    root = JSON.parse(body);
  } catch {
    throw new FieldError('body', 'not JSON');
  }
  return new Map(entriesOf(root, 'body'));
}

function readJsonId(root: ReadonlyMap<string, unknown>): string | null {
  const id = root.get('device_id');
  if (typeof id === 'string' && id.trim() !== '') return id.trim();
  return typeof id === 'number' ? String(id) : null;
}

function validateId(id: string | null): string {
  if (id === null) throw new FieldError('id', 'missing');
  if (id.length > MAX_ID_LENGTH) throw new FieldError('id', `longer than ${MAX_ID_LENGTH} characters`);
  if (INVALID_ID_CHARACTERS.test(id))
    throw new FieldError('id', 'control characters, or half a surrogate pair');
  return id;
}

function readJson(deviceId: string, root: ReadonlyMap<string, unknown>, receivedAt: number): RequestOutcome {
  const location = root.get('location');
  if (location === undefined) throw new FieldError('location', 'missing');
  if (!Array.isArray(location)) {
    return {
      type: 'reports',
      deviceId,
      reports: [readLocation(location, 'location', receivedAt)],
      unreadable: [],
    };
  }
  const reports: Report[] = [];
  const unreadable: UnreadableReport[] = [];
  for (const [i, entry] of location.entries()) {
    try {
      reports.push(readLocation(entry, `location[${i}]`, receivedAt));
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      unreadable.push({ detail: error.message });
    }
  }
  if (reports.length === 0)
    return { type: 'decode-error', deviceId, detail: unreadable[0]?.detail ?? 'location: empty' };
  return { type: 'reports', deviceId, reports, unreadable };
}
