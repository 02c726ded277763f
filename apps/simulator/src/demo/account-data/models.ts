import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';

/** The model of the demo's container, whose devices answer any text with `OK!`. */
export const CONTAINER_MODEL = '集装箱终端 CX';

const receipt = { success: 'OK', failure: 'ERROR' };

/** An invented model with texts for instructions that its protocol lacks. */
export const MODELS: readonly PayloadInput<Operations['addTrackModel']>[] = [
  {
    modelName: CONTAINER_MODEL,
    protocol: 'gt06',
    power: 'rechargeable',
    iconDto: { iconUrl: 'container', iconType: 'STANDARD' },
    texts: [
      {
        instruction: 'workingMode',
        text: 'MODE,{mode:normal=0|sleep=1|deepSleep=2}#',
        receipt,
        repeatable: true,
      },
      {
        instruction: 'dayNightInterval',
        text: 'DAYNIGHT,{sunrise:02},{sunset:02},{day},{night}#',
        receipt,
        repeatable: true,
      },
      { instruction: 'powerSchedule', text: 'ONOFF,{on},{off}#', receipt, repeatable: true },
      {
        instruction: 'vibrationThreshold',
        text: 'VIBMG,{threshold:04}#',
        receipt,
        repeatable: true,
        sms: true,
      },
    ],
  },
];
