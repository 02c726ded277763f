/**
 * Every device protocol by the name of its listener, with its default port. The ports are those of Traccar, so that devices
 * need no new configuration.
 */
export const PROTOCOL_PORTS = {
  jt808: 5015,
  gt06: 5023,
  teltonika: 5027,
  queclink: 5004,
  osmand: 5055,
  meitrack: 5020,
  h02: 5013,
  tk103: 5002,
  watch: 5093,
  nmea: 5005,
} as const;

/** In lower case: the name of the folder, of the variable WAKELINE_PORT_<NAME> and of the label in metrics. */
export type ProtocolName = keyof typeof PROTOCOL_PORTS;

export const PROTOCOL_NAMES = Object.keys(PROTOCOL_PORTS) as readonly ProtocolName[];
