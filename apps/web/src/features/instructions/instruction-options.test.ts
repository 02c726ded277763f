import { INSTRUCTION_NAMES } from '@wakeline/domain/instructions/catalogue';
import { expect, test } from 'vitest';
import { groupSupported } from './instruction-options.ts';

test('groups the supported instructions by topic, with the number of devices that do not support them', () => {
  const groups = groupSupported(
    {
      total: 6,
      unknown: 1,
      list: [
        { instruction: 'cutOil', devices: 3, sms: 2 },
        { instruction: 'locate', devices: 5, sms: 0 },
        { instruction: 'restart', devices: 4, sms: 4 },
      ],
      smsAvailable: true,
    },
    'en_US',
  );
  expect(groups).toEqual([
    {
      topic: 'position',
      options: [{ name: 'locate', title: 'Locate now', dangerous: false, unsupported: 0, sms: 0 }],
    },
    {
      topic: 'control',
      options: [
        { name: 'restart', title: 'Restart', dangerous: false, unsupported: 1, sms: 4 },
        { name: 'cutOil', title: 'Cut oil and power', dangerous: true, unsupported: 2, sms: 2 },
      ],
    },
  ]);
});

test('offers all instructions for devices with an unknown protocol', () => {
  const groups = groupSupported({ total: 2, unknown: 2, list: [], smsAvailable: false }, 'zh_CN');
  const options = groups.flatMap((group) => group.options);
  expect(options).toHaveLength(INSTRUCTION_NAMES.length);
  expect(options.every(({ unsupported }) => unsupported === 0)).toBe(true);
});
