import type { ForwardTarget, ForwardTargetForm } from '@wakeline/contract/delivery/forward-targets';
import { expect, test } from 'vitest';
import { toPassword, toTargetFields, toTargetForm } from './target-values.ts';

const COMMON = { targetName: 'Archive', contents: ['events' as const], enabled: false };

test.each<ForwardTargetForm>([
  { kind: 'http', ...COMMON, url: 'https://archive.example/', scope: { type: 'groups', groupIds: [3] } },
  {
    kind: 'mqtt',
    ...COMMON,
    url: 'mqtts://broker.example',
    scope: { type: 'trackers', trackerIds: [4, 5] },
    topic: 'wakeline/harbour',
    userName: null,
    protocolVersion: '3.1.1',
  },
])('keeps a target by $kind', (form) => {
  expect(toTargetForm(toTargetFields({ form } as ForwardTarget))).toEqual(form);
});

test('keeps the stored password unless another is entered or it is deleted', () => {
  expect(toPassword({ password: '', removePassword: false })).toBeUndefined();
  expect(toPassword({ password: ' x', removePassword: false })).toBe(' x');
  expect(toPassword({ password: 'x', removePassword: true })).toBeNull();
});
