import type { SatelliteNetwork } from './networks.ts';

/**
 * The key by which numbers of terminals are compared. Numbers of BeiDou cards have 7 or 8 digits and are compared as
 * numbers: machines write `04207733` and `4207733` for one card. An IMEI (3GPP TS 23.003, 6.2.1) has 15 digits.
 *
 * @returns null for a text that is neither
 */
export function cardKey(text: string): string | null {
  if (/^\d{15}$/.test(text)) return text;
  if (!/^\d{7,8}$/.test(text)) return null;
  const number = Number(text);
  return number === 0 ? null : String(number);
}

/** The key of a number as people write it in an address, where a BeiDou card may lack its leading zeros. */
export function addressKey(text: string): string | null {
  return cardKey(/^\d{1,6}$/.test(text) ? text.padStart(7, '0') : text);
}

/** Whether terminals of a network have a number of this kind: BeiDou cards, the others an IMEI. */
export function fitsNetwork(cardNumber: string, network: SatelliteNetwork): boolean {
  return (cardNumber.length === 15) === (network !== 'beidou');
}
