/** The number of a BeiDou card with or without its leading zeros, or an IMEI. */
export const CARD_ADDRESS = /^(\d{1,8}|\d{15})$/;

/**
 * A phone number: with country code (ITU-T E.164: at most 15 digits), or at least 10 digits, as mobile numbers have.
 * Shorter numbers without `+` may be an amount in a text.
 */
export const PHONE_ADDRESS = /^(\+[1-9]\d{6,14}|\d{10,15})$/;

/** An e-mail address as mail clients accept it: no quoted local part, no address literal. Lengths of RFC 5321. */
export const EMAIL_ADDRESS = /^[^\s@,;:<>()[\]\\"]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z0-9-]{2,63}$/i;
