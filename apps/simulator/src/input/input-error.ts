/** What can be wrong with what a person gave to the simulator. */
export type InputErrorName =
  | 'file-unreadable'
  | 'gpx-not-xml'
  | 'gpx-not-gpx'
  | 'gpx-bad-point'
  | 'gpx-no-points'
  | 'route-not-geojson'
  | 'route-no-line'
  | 'route-bad-point'
  | 'option-unknown'
  | 'option-missing'
  | 'option-invalid'
  | 'protocol-unknown'
  | 'device-id-invalid'
  | 'server-refused';

/** A failure that the person at the command line can mend; said without a stack trace. */
export class InputError extends Error {
  readonly errorName: InputErrorName;

  constructor(errorName: InputErrorName, message: string) {
    super(message);
    this.name = 'InputError';
    this.errorName = errorName;
  }
}
