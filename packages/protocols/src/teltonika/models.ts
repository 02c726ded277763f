/** FMB640, FMC640, FMM640, FMB641, FMC650, FMM650: their ids of elements differ from those of all other devices. */
const PROFESSIONAL = /^FM[BCM]6[45]\d/i;

export function isProfessional(model: string): boolean {
  return PROFESSIONAL.test(model.trim());
}
