import type { SetupName } from './device-model.ts';

/** What a text message does. `check` only returns the settings. */
export const SETUP_STEPS = ['timeZone', 'apn', 'server', 'dataMode', 'check'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

export interface SetupMessage {
  readonly step: SetupStep;
  /** The text to send to the device's phone number. `{apn}` is the access point of its card. */
  readonly text: string;
}

/** A server as a device reaches it. */
export interface ServerAddress {
  /** Host name or IP address, without brackets. */
  readonly host: string;
  readonly port: number;
}

interface TextSetup {
  /** The password in the commands that the device has when it is new; null: its commands have none. */
  readonly defaultPassword: string | null;
  readonly messages: (address: ServerAddress) => readonly SetupMessage[];
}

/** What the first number of `SERVER` says about the address. */
const isNumeric = (host: string) => /^[0-9.]+$/.test(host) || host.includes(':');
const serverCommand = ({ host, port }: ServerAddress) =>
  `SERVER,${isNumeric(host) ? 0 : 1},${host},${port},0#`;

/**
 * Text messages by the documents of the vendors, in the order in which they are sent. Sources: docs/development/devices.md.
 */
const TEXT_SETUPS: Partial<Readonly<Record<SetupName, TextSetup>>> = {
  concox: {
    defaultPassword: null,
    messages: (address) => [
      // Times of all messages are then UTC: devices disagree on whether the zone of the login applies to them.
      { step: 'timeZone', text: 'GMT,E,0#' },
      { step: 'apn', text: 'APN,{apn}#' },
      { step: 'server', text: serverCommand(address) },
      { step: 'dataMode', text: 'GPRSON,1#' },
      { step: 'check', text: 'GPRSSET#' },
    ],
  },
  wanway: {
    defaultPassword: null,
    messages: (address) => [
      { step: 'apn', text: 'APN,{apn}#' },
      { step: 'server', text: serverCommand(address) },
      { step: 'dataMode', text: 'GPRSON,1#' },
      { step: 'check', text: 'PARAM#' },
    ],
  },
  // Its manual has no text message for the server, which the dealer sets.
  g10ls: {
    defaultPassword: '123456',
    messages: () => [
      { step: 'apn', text: 'apn123456 {apn}' },
      { step: 'check', text: 'CXDZT' },
    ],
  },
};

/** The text messages that point a device at a server; empty if none are known. */
export function setupMessages(setup: SetupName | null, address: ServerAddress): readonly SetupMessage[] {
  return (setup === null ? undefined : TEXT_SETUPS[setup]?.messages(address)) ?? [];
}

/** The password in `setupMessages`; null: none. */
export function defaultPassword(setup: SetupName | null): string | null {
  return (setup === null ? undefined : TEXT_SETUPS[setup]?.defaultPassword) ?? null;
}

/** Query parameters that an app fills in. They have no speed: both apps send m/s, and the parameter is in knots. */
const APP_PARAMETERS: Partial<Readonly<Record<SetupName, string>>> = {
  // OsmAnd, trip recording, "Online tracking"; {5} would be the speed.
  osmAnd: 'lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&bearing={6}',
  // GPSLogger, "Log to custom URL".
  gpsLogger: 'lat=%LAT&lon=%LON&timestamp=%TIMESTAMP&altitude=%ALT&accuracy=%ACC&bearing=%DIR&batt=%BATT',
};

/** How a phone app is connected. */
export interface AppSetup {
  /** The server address to enter in the app. */
  readonly url: string;
  /** Content of a QR code with which the app configures itself; null: it reads none. */
  readonly scan: string | null;
}

/**
 * The settings of a phone app, or null for other devices. Without a device ID, `{id}` stands in the URL.
 *
 * Traccar Client reads `http` codes (`configuration_service.dart`): the server is the URL without its query, and `id` sets
 * the identifier.
 */
export function appSetup(
  setup: SetupName | null,
  address: ServerAddress,
  deviceId: string | null,
): AppSetup | null {
  if (setup === null || setup in TEXT_SETUPS) return null;
  const base = `http://${address.host.includes(':') ? `[${address.host}]` : address.host}:${address.port}/`;
  const id = deviceId === null ? 'id={id}' : `id=${encodeURIComponent(deviceId)}`;
  if (setup === 'traccarClient') return { url: base, scan: deviceId === null ? null : `${base}?${id}` };
  return { url: `${base}?${id}&${APP_PARAMETERS[setup] ?? ''}`, scan: null };
}
