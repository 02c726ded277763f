import { type InstructionName, instructionOf } from '@wakeline/domain/instructions/catalogue';
import { Checkbox, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './texts.module.css';

/** Repetition and text messages. Dangerous instructions are never repeated. */
export function RuleFields({ instruction }: { readonly instruction: InstructionName }) {
  const { t } = useTranslation('instructionTexts');
  return (
    <div className={styles.rules}>
      {!instructionOf(instruction).dangerous && (
        <Form.Item name="repeatable" valuePropName="checked" extra={t('repeatableHint')}>
          <Checkbox>{t('repeatable')}</Checkbox>
        </Form.Item>
      )}
      <Form.Item name="sms" valuePropName="checked">
        <Checkbox>{t('sms')}</Checkbox>
      </Form.Item>
    </div>
  );
}
