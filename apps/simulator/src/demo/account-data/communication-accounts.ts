import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';

type BdUserInput = PayloadInput<Operations['createBdUsers']>['bdUsers'][number];

type CommunicationAccount = Omit<BdUserInput, 'password' | 'trackerId'> & {
  /** Name of the device that carries the terminal; null: none. */
  readonly device: string | null;
};

/** Terminals of all networks, carried by devices of the demo, with a command machine ashore. */
export const COMMUNICATION_ACCOUNTS: readonly CommunicationAccount[] = [
  {
    bdUserName: '渔港指挥',
    cardNumber: '0242286',
    network: 'beidou',
    device: null,
    level: 4,
    frequency: 10,
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
    note: 'Iridium 9602, mast',
  },
  {
    bdUserName: '救助11',
    cardNumber: '300234060512350',
    network: 'iridium',
    device: '救助 11',
    note: '备用，无北斗信号时使用',
  },
  {
    bdUserName: '医疗摩托',
    cardNumber: '300434063854220',
    network: 'inreach',
    device: '医疗摩托 Medic',
    note: 'inReach Mini 2',
  },
  {
    bdUserName: '救援直升机',
    cardNumber: '04217785',
    network: 'beidou',
    device: '救援直升机 Rescue',
    level: 3,
    frequency: 60,
    cardKind: 1,
    note: '机载北斗 B-7785',
  },
  {
    bdUserName: 'B8812',
    cardNumber: '300234060588120',
    network: 'iridium',
    device: 'B-8812',
    note: 'Iridium 9603, cross-country',
  },
];
