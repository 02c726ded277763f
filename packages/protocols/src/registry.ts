import { gt06 } from './gt06/gt06.ts';
import { jt808 } from './jt808/jt808.ts';
import { osmand } from './osmand/osmand.ts';
import type { Protocol } from './protocol.ts';

/** Every device protocol of the product. A protocol that is not in here does not exist. */
export const PROTOCOLS: readonly Protocol[] = [jt808, gt06, osmand];
