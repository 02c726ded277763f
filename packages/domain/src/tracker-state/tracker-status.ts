/** What the console says of a tracker, with the colour of its marker in the product's specification. */
export const TRACKER_STATUSES = ['RUNNING', 'STOP', 'SOS', 'OFFLINE'] as const;

export type TrackerStatus = (typeof TRACKER_STATUSES)[number];

/** The status colours of the specification, the same in both flavours. */
export const STATUS_COLOURS: Readonly<Record<TrackerStatus, string>> = {
  RUNNING: '#20c023',
  STOP: '#2398f3',
  OFFLINE: '#868686',
  SOS: '#d30d0d',
};
