/** The status of a tracker in the console, which determines the colour of its marker (product specification). */
export const TRACKER_STATUSES = ['RUNNING', 'STOP', 'SOS', 'OFFLINE'] as const;

export type TrackerStatus = (typeof TRACKER_STATUSES)[number];

/** The status colours of the specification, the same in the light and the dark theme. */
export const STATUS_COLOURS: Readonly<Record<TrackerStatus, string>> = {
  RUNNING: '#20c023',
  STOP: '#2398f3',
  OFFLINE: '#868686',
  SOS: '#d30d0d',
};
