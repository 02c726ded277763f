import { Fragment } from 'react';

/** A definition list, one pair a line. */
export function DetailList({
  details,
}: {
  readonly details: readonly (readonly [name: string, value: string])[];
}) {
  return (
    <dl>
      {details.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
