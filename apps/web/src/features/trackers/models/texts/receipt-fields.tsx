import { MAX_RECEIPT_LENGTH } from '@wakeline/domain/instructions/texts/instruction-text';
import { Form, Input, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './texts.module.css';

/** How the result is recognized. */
export function ReceiptFields() {
  const { t } = useTranslation('instructionTexts');
  const result = Form.useWatch<'protocol' | 'text' | undefined>('result');
  return (
    <>
      <Form.Item name="result" label={t('result')}>
        <Radio.Group
          options={[
            { value: 'protocol', label: t('resultProtocol') },
            { value: 'text', label: t('resultText') },
          ]}
        />
      </Form.Item>
      {result === 'text' && (
        <div className={styles.pair}>
          <Form.Item
            name="success"
            label={t('success')}
            rules={[{ required: true, whitespace: true, message: t('successMissing') }]}
          >
            <Input className={styles.code ?? ''} maxLength={MAX_RECEIPT_LENGTH} placeholder="OK" />
          </Form.Item>
          <Form.Item
            name="failure"
            label={t('failure')}
            dependencies={['success']}
            rules={[
              ({ getFieldValue }) => ({
                async validator(_rule, value: string | undefined) {
                  const given = value?.trim().toLowerCase() ?? '';
                  const success = String(getFieldValue('success') ?? '').trim();
                  if (given !== '' && given === success.toLowerCase()) throw new Error(t('problem.receipt'));
                },
              }),
            ]}
          >
            <Input className={styles.code ?? ''} maxLength={MAX_RECEIPT_LENGTH} placeholder="ERROR" />
          </Form.Item>
          <small>{t('receiptHint')}</small>
        </div>
      )}
    </>
  );
}
