export interface Broker {
  /** Name or address, without brackets. */
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
}

/** Scheme, host and port: `mqtts://broker.example:8883`. */
const PATTERN = /^(mqtts?):\/\/([^\s/?#@\\]+?)(?::(\d{1,5}))?\/?$/i;

/** The broker of a URL of MQTT; null: it is none, or has a user, path or query. */
export function parseBrokerUrl(text: string): Broker | null {
  const [, scheme = '', host = '', port] = PATTERN.exec(text) ?? [];
  // Parsed as a web address, in which hosts like 0x7f.1 become addresses.
  const url = host === '' ? null : URL.parse(`http://${host}`);
  if (url === null || url.port !== '') return null;
  const isEncrypted = scheme.toLowerCase() === 'mqtts';
  const number = port === undefined ? (isEncrypted ? 8883 : 1883) : Number(port);
  if (number < 1 || number > 65_535) return null;
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: number, isEncrypted };
}
