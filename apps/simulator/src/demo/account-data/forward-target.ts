import type { ForwardTargetForm } from '@wakeline/contract/delivery/forward-targets';

/** A target that is turned off, because nobody is at its address. */
export const FORWARD_TARGET: ForwardTargetForm = {
  kind: 'mqtt',
  targetName: '港口调度 Harbour dispatch',
  url: 'mqtts://broker.harbour.example',
  topic: 'wakeline/harbour',
  userName: 'wakeline',
  protocolVersion: '5',
  contents: ['positions', 'events'],
  scope: { type: 'all' },
  enabled: false,
};
