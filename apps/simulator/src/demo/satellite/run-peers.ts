import type { Target } from '../../link/wire.ts';
import { runBeidou } from './beidou.ts';
import { type InreachLogin, runInreach } from './inreach.ts';
import { runIridium } from './iridium.ts';
import { runMailServer } from './mail-server.ts';
import type { PeerContext } from './peer-context.ts';
import { runPhones } from './phones.ts';
import { runWeather } from './weather.ts';

/** Ports of the peers on 127.0.0.1; 0: off. */
export type PeerPorts = Readonly<Record<(typeof PEERS)[number]['name'], number>>;

/** The simulated peers of satellite messages, in the order of their options. */
export const PEERS = [
  { name: 'beidou-machine', title: 'BeiDou command machine' },
  { name: 'iridium-gateway', title: 'Iridium gateway' },
  { name: 'inreach-service', title: 'inReach service' },
  { name: 'sms-gateway', title: 'SMS gateway' },
  { name: 'mail-server', title: 'mail server' },
  { name: 'weather-service', title: 'weather service' },
] as const;

export interface PeerSettings {
  readonly ports: PeerPorts;
  /** DirectIP listener of the server. */
  readonly iridiumListener: Target;
  readonly inreach: InreachLogin;
  readonly smsInboundSecret: string;
}

/** Runs the peers until the signal is aborted. One that cannot start is logged; the others run. */
export async function runSatellitePeers(settings: PeerSettings, context: PeerContext): Promise<void> {
  const { iridiumListener, inreach, smsInboundSecret, ports } = settings;
  const runs: Readonly<Record<keyof PeerPorts, (port: number) => Promise<void>>> = {
    'beidou-machine': (port) => runBeidou(port, context),
    'iridium-gateway': (port) => runIridium(port, iridiumListener, context),
    'inreach-service': (port) => runInreach(port, inreach, context),
    'sms-gateway': (port) => runPhones(port, smsInboundSecret, context),
    'mail-server': (port) => runMailServer(port, context),
    'weather-service': (port) => runWeather(port, context),
  };
  await Promise.all(
    PEERS.filter(({ name }) => ports[name] > 0).map(({ name, title }) =>
      runs[name](ports[name]).catch((error: Error) =>
        context.log(`demo: the simulated ${title} has ended: ${error.message}`),
      ),
    ),
  );
}
