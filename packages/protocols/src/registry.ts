import { PROTOCOL_NAMES, type ProtocolName } from '@wakeline/domain/devices/protocols';
import { gt06 } from './gt06/gt06.ts';
import { jt808 } from './jt808/jt808.ts';
import { osmand } from './osmand/osmand.ts';
import type { Protocol } from './protocol.ts';

const PROTOCOLS_BY_NAME: Readonly<Record<ProtocolName, Protocol>> = { jt808, gt06, osmand };

/** Every device protocol of the product. */
export const PROTOCOLS: readonly Protocol[] = PROTOCOL_NAMES.map((name) => PROTOCOLS_BY_NAME[name]);
