import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';

type BdUserInput = PayloadInput<Operations['createBdUsers']>['bdUsers'][number];

type CommunicationAccount = Omit<BdUserInput, 'password' | 'trackerId'> & {
  /** Name of the device that carries the terminal; null: none. */
  readonly device: string | null;
};

/** Terminals of both networks, on boats of the demo, with a command machine ashore and a spare card. */
export const COMMUNICATION_ACCOUNTS: readonly CommunicationAccount[] = [
  {
    bdUserName: '渔港指挥',
    cardNumber: '0242286',
    network: 'beidou',
    device: null,
    level: 4,
    frequency: 1,
    cardKind: 0,
    note: '渔港值班室指挥机',
  },
  {
    bdUserName: '粤渔60120',
    cardNumber: '4210120',
    network: 'beidou',
    device: '粤阳渔 60120',
    level: 3,
    frequency: 60,
    cardKind: 1,
    note: '船长 林国栋',
  },
  {
    bdUserName: '粤渔60127',
    cardNumber: '04210127',
    network: 'beidou',
    device: '粤阳渔 60127',
    level: 3,
    frequency: 60,
    cardKind: 1,
  },
  {
    bdUserName: 'Windrose',
    cardNumber: '300234060512340',
    network: 'iridium',
    device: 'Windrose',
    frequency: 40,
    note: 'RockBLOCK, mast',
    gateway: 'iridium-http',
  },
  {
    bdUserName: '救助11',
    cardNumber: '300234060512350',
    network: 'iridium',
    device: '救助 11',
    note: '备用，无北斗信号时使用',
  },
];
