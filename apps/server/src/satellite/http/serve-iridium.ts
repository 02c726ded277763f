import { parse } from 'node:querystring';
import type { GatewayError } from '@wakeline/protocols/satellite/iridium/gateway-fields';
import { decodeLingo } from '@wakeline/protocols/satellite/iridium/lingo';
import type { MobileOriginated } from '@wakeline/protocols/satellite/iridium/mobile-originated';
import { decodeRockblock } from '@wakeline/protocols/satellite/iridium/rockblock';
import type { Routes } from '../../http/routes.ts';
import type { SessionOutcome } from '../receive/iridium-session.ts';
import { type PushRoute, registerPushRoute } from './push-route.ts';

const MAX_BODY_BYTES = 32_768;
const MAX_FIELDS = 50;

export interface IridiumPushOptions extends Omit<PushRoute, 'path' | 'maxBytes' | 'receive'> {
  /** Stores a session; resolves after the commit. */
  readonly store: (session: MobileOriginated) => Promise<SessionOutcome>;
}

/** Serves `POST {prefix}/satellite/iridium`, to which RockBLOCK and Cloudloop post messages (docs/operating/iridium.md). */
export function serveIridium({ store, ...route }: IridiumPushOptions): Routes {
  const { count, log } = route;

  async function receive(body: Buffer, contentType: string): Promise<'stored' | 'malformed'> {
    const session = decode(body, contentType);
    if (typeof session === 'string') {
      log.warn({ reason: session }, 'refused an Iridium message');
      return 'malformed';
    }
    const outcome = await store(session);
    if (outcome === 'unknown-terminal') log.warn({ imei: session.imei }, 'no terminal has this IMEI');
    count(outcome);
    return 'stored';
  }

  return (fastify, tools) =>
    registerPushRoute(fastify, tools, {
      ...route,
      path: 'satellite/iridium',
      maxBytes: MAX_BODY_BYTES,
      receive,
    });
}

/** RockBLOCK posts a form, or JSON with the same names; Cloudloop other JSON. */
function decode(body: Buffer, contentType: string): MobileOriginated | GatewayError {
  const text = body.toString();
  if (contentType.includes('x-www-form-urlencoded'))
    return decodeRockblock(parse(text, '&', '=', { maxKeys: MAX_FIELDS }));
  const content = parseJson(text);
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return 'not-an-object';
  return 'imei' in content
    ? decodeRockblock(content as Readonly<Record<string, unknown>>)
    : decodeLingo(content);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
