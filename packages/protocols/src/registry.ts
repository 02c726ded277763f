import { PROTOCOL_NAMES, type ProtocolName } from '@wakeline/domain/devices/protocols';
import { gt06 } from './gt06/gt06.ts';
import { h02 } from './h02/h02.ts';
import { jt808 } from './jt808/jt808.ts';
import { meitrack } from './meitrack/meitrack.ts';
import { nmea } from './nmea/nmea.ts';
import { osmand } from './osmand/osmand.ts';
import type { Protocol } from './protocol.ts';
import { queclink } from './queclink/queclink.ts';
import { teltonika } from './teltonika/teltonika.ts';
import { tk103 } from './tk103/tk103.ts';
import { watch } from './watch/watch.ts';

const PROTOCOLS_BY_NAME: Readonly<Record<ProtocolName, Protocol>> = {
  jt808,
  gt06,
  teltonika,
  queclink,
  osmand,
  meitrack,
  h02,
  tk103,
  watch,
  nmea,
};

/** Every device protocol of the product. */
export const PROTOCOLS: readonly Protocol[] = PROTOCOL_NAMES.map((name) => PROTOCOLS_BY_NAME[name]);
