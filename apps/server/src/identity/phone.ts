/** A phone number as it is shown and logged, its middle hidden: 138****8000. */
export function maskedPhone(phone: string): string {
  return phone.replace(/^(.{3}).*(.{4})$/, '$1****$2');
}
