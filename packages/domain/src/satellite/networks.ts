/** Satellite networks whose terminals send and receive messages. */
export const SATELLITE_NETWORKS = ['beidou', 'iridium', 'inreach'] as const;
export type SatelliteNetwork = (typeof SATELLITE_NETWORKS)[number];

/** Ways by which messages leave the server to the terminals of a network; the first is the default. */
export const TERMINAL_GATEWAYS = {
  beidou: ['beidou-machine', 'beidou-operator'],
  iridium: ['iridium-directip', 'iridium-http', 'iridium-email'],
  inreach: ['inreach'],
} as const satisfies Record<SatelliteNetwork, readonly string[]>;
export type TerminalGateway = (typeof TERMINAL_GATEWAYS)[SatelliteNetwork][number];

export const ALL_TERMINAL_GATEWAYS: readonly TerminalGateway[] = Object.values(TERMINAL_GATEWAYS).flat();

/** Ways by which messages of terminals leave the server to people. */
export const PEER_GATEWAYS = ['sms', 'email', 'wechat', 'weibo'] as const;
export type PeerGateway = (typeof PEER_GATEWAYS)[number];

export type MessageGateway = TerminalGateway | PeerGateway;
export const ALL_MESSAGE_GATEWAYS: readonly MessageGateway[] = [...ALL_TERMINAL_GATEWAYS, ...PEER_GATEWAYS];

/** Whether the terminals of a network can be reached by a gateway. */
export function hasGateway(network: SatelliteNetwork, gateway: TerminalGateway): boolean {
  const gateways: readonly TerminalGateway[] = TERMINAL_GATEWAYS[network];
  return gateways.includes(gateway);
}
