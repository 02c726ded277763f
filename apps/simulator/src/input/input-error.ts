/** Names of errors in user input. */
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

/** An error that the user can correct; printed without a stack trace. */
export class InputError extends Error {
  readonly errorName: InputErrorName;

  constructor(errorName: InputErrorName, message: string) {
    super(message);
    this.name = 'InputError';
    this.errorName = errorName;
  }
}
