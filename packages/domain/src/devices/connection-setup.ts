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

/**
 * Query parameters that an app fills in. Both send the speed of Android's `Location`, in m/s, where the parameter has
 * knots unless the unit is given. `{3}` of OsmAnd is the accuracy in metres (`LiveMonitoringHelper.java`).
 */
const APP_PARAMETERS: Partial<Readonly<Record<SetupName, string>>> = {
  // OsmAnd, trip recording, "Online tracking".
  osmAnd: 'lat={0}&lon={1}&timestamp={2}&accuracy={3}&altitude={4}&speed={5}&speedUnit=mps&bearing={6}',
  // GPSLogger, "Log to custom URL".
  gpsLogger:
    'lat=%LAT&lon=%LON&timestamp=%TIMESTAMP&altitude=%ALT&accuracy=%ACC&speed=%SPD&speedUnit=mps&bearing=%DIR&batt=%BATT',
};

/** How a phone app is connected. */
export interface AppSetup {
  /** The server address to enter in the app. */
  readonly url: string;
  /** Content of a QR code with which the app configures itself; null: it reads none. */
  readonly scan: string | null;
}

/** What identifies a device to an app. */
export interface AppIdentity {
  /** Null: any device; `{id}` stands for it. */
  readonly deviceId: string | null;
  /** The key with which it authenticates; null: not readable, `{key}` stands for it; undefined: it needs none. */
  readonly key?: string | null;
}

/**
 * The settings of a phone app, or null for other devices. A key is accepted over HTTPS only, which a proxy in front of
 * the device port provides at the default port of HTTPS.
 *
 * Traccar Client reads two kinds of codes (`configuration_service.dart`). Of an `http` URL it takes the server without
 * the query, and the identifier from `id`. Of `org.traccar.client://config` it takes the server from `url`, with its query.
 */
export function appSetup(
  setup: SetupName | null,
  address: ServerAddress,
  { deviceId, key }: AppIdentity,
): AppSetup | null {
  if (setup === null || setup in TEXT_SETUPS) return null;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  const base = key === undefined ? `http://${host}:${address.port}/` : `https://${host}/`;
  const keyParameter = key === undefined ? '' : `key=${key ?? '{key}'}`;
  const id = deviceId === null ? 'id={id}' : `id=${encodeURIComponent(deviceId)}`;
  if (setup !== 'traccarClient') {
    const parameters = [id, keyParameter, APP_PARAMETERS[setup] ?? ''].filter((text) => text !== '');
    return { url: `${base}?${parameters.join('&')}`, scan: null };
  }
  const url = keyParameter === '' ? base : `${base}?${keyParameter}`;
  if (deviceId === null || key === null) return { url, scan: null };
  const withKey = `org.traccar.client://config?url=${encodeURIComponent(url)}&${id}`;
  return { url, scan: key === undefined ? `${base}?${id}` : withKey };
}
