/** Special instructions of course controls, and the symbol of the control description that each stands for. */
export const INSTRUCTIONS = [
  { name: 'TapedRoute', kind: 'finish', reference: '14.1' },
  { name: 'FunnelTapedRoute', kind: 'finish', reference: '14.2' },
  { name: 'MandatoryCrossingPoint', kind: 'crossing-point', reference: '13.3' },
  { name: 'MandatoryOutOfBoundsAreaPassage', kind: 'crossing-point', reference: '13.4' },
] as const;
