import type { Language } from '@wakeline/contract/entities/user-config';
import type { Coordinates } from '@wakeline/domain/geo/great-circle';
import type { Addresses, GetAddress } from '../../places/addresses.ts';

/** A record with its positions. */
interface Positioned {
  readonly startPosition: Coordinates | null;
  readonly endPosition: Coordinates | null;
  readonly startAddress: string | null;
  readonly endAddress: string | null;
}

export type WithoutAddresses<Row extends Positioned> = Omit<Row, 'startAddress' | 'endAddress'> &
  Pick<Row, 'startPosition' | 'endPosition'>;

export interface AddressDescribers {
  readonly addresses: Pick<Addresses, 'preload'>;
  readonly getAddress: GetAddress;
}

/** Adds the addresses of both positions. */
export async function withAddresses<Row extends Pick<Positioned, 'startPosition' | 'endPosition'>>(
  rows: readonly Row[],
  language: Language,
  { addresses, getAddress }: AddressDescribers,
) {
  const positions = rows.flatMap(({ startPosition, endPosition }) =>
    [startPosition ?? [], endPosition ?? []].flat(),
  );
  await addresses.preload(positions, language);
  const addressOf = (position: Coordinates | null) =>
    position === null ? null : getAddress(position.latitude, position.longitude, language);
  return rows.map((row) => ({
    ...row,
    startAddress: addressOf(row.startPosition),
    endAddress: addressOf(row.endPosition),
  }));
}
