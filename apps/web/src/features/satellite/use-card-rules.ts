import { NamedError } from '@wakeline/contract/errors';
import { bdUserForm } from '@wakeline/contract/satellite/accounts';
import { fitsNetwork } from '@wakeline/domain/satellite/card-number';
import type { SatelliteNetwork } from '@wakeline/domain/satellite/networks';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import { fieldRule } from '../../service/field-rule.ts';

/** Rules of a card number: its form, and that it is one of the network. For an item with `validateFirst`. */
export function useCardRules() {
  const language = useLanguage();
  return (network: SatelliteNetwork) => [
    fieldRule(bdUserForm.shape.cardNumber, language),
    {
      async validator(_rule: unknown, value: string): Promise<void> {
        if (!fitsNetwork(value.trim(), network))
          throw new Error(errorText(new NamedError('card-network-mismatch'), language));
      },
    },
  ];
}
