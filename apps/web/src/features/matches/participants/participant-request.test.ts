import { expect, test } from 'vitest';
import { parseParticipantRequest, toParticipantSearch } from './participant-request.ts';

test('a request survives the address', () => {
  const request = { keywords: 'Lin', classId: 3, index: 2, size: 20 };
  expect(parseParticipantRequest(new URLSearchParams(toParticipantSearch(request)))).toEqual(request);
});

test('ignores values that the server would refuse', () => {
  const search = new URLSearchParams('class=all&page=0&size=9');
  expect(parseParticipantRequest(search)).toEqual({ keywords: '', classId: undefined, index: 1, size: 50 });
});
