/** What the console says of a tracker, with the colour of its marker in the product's specification. */
export const TRACKER_STATUSES = ['RUNNING', 'STOP', 'SOS', 'OFFLINE'] as const;

export type TrackerStatus = (typeof TRACKER_STATUSES)[number];
