const IMEI = /^\d{15}$/;

/**
 * Whether a text can be the IMEI of a satellite terminal: 15 digits, of which the last is the Luhn digit of the others
 * (3GPP TS 23.003, annex B) or 0. Networks transmit the last digit as 0, and so Iridium prints it on its modems.
 */
export function isTerminalImei(text: string): boolean {
  return IMEI.test(text) && (text.endsWith('0') || luhnSum(text) % 10 === 0);
}

function luhnSum(digits: string): number {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const isDoubled = (digits.length - place) % 2 === 0;
    const digit = Number(digits.charAt(place)) * (isDoubled ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum;
}
