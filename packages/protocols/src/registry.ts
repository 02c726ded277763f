import { jt808 } from './jt808/jt808.ts';
import type { Protocol } from './protocol.ts';

/** Every device protocol of the product. A protocol that is not in here does not exist. */
export const PROTOCOLS: readonly Protocol[] = [jt808];
