import { type InstructionName, instructionOf } from '@wakeline/domain/instructions/catalogue';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { TEXT_INSTRUCTIONS } from './text-carrier.ts';

interface InstructionFieldProps {
  /** The instruction of a text that is edited cannot be changed. */
  readonly isFixed: boolean;
  readonly encoded: readonly InstructionName[];
  readonly taken: readonly InstructionName[];
}

/** The instruction: first those that the devices do not take otherwise. */
export function InstructionField({ isFixed, encoded, taken }: InstructionFieldProps) {
  const { t } = useTranslation('instructionTexts');
  const language = useLanguage();
  const optionsOf = (isEncoded: boolean) =>
    TEXT_INSTRUCTIONS.filter((name) => encoded.includes(name) === isEncoded).map((name) => ({
      value: name,
      label: instructionOf(name).title[language],
      disabled: taken.includes(name),
    }));
  return (
    <Form.Item name="instruction" label={t('instruction')} rules={[{ required: true, message: t('choose') }]}>
      <Select<InstructionName>
        autoFocus={!isFixed}
        disabled={isFixed}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('choose')}
        options={[
          { label: t('groupMissing'), options: optionsOf(false) },
          { label: t('groupEncoded'), options: optionsOf(true) },
        ].filter(({ options }) => options.length > 0)}
      />
    </Form.Item>
  );
}
