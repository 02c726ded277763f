import { type InstructionName, instructionOf } from '@wakeline/domain/instructions/catalogue';
import { findTextProblem } from '@wakeline/domain/instructions/texts/check-text';
import type { InstructionText } from '@wakeline/domain/instructions/texts/instruction-text';
import { Form, Modal } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { InstructionField } from './instruction-field.tsx';
import { ReceiptFields } from './receipt-fields.tsx';
import { RuleFields } from './rule-fields.tsx';
import type { TextContext } from './text-carrier.ts';
import { type TextFields, toFields, toText } from './text-fields.ts';
import { TextFormats } from './text-formats.tsx';
import { TextInput } from './text-input.tsx';
import { TextPreview } from './text-preview.tsx';
import { useProblemText } from './use-problem-text.ts';

/** What the dialog is open for: a new text, or one to edit. */
export type TextSubject =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit'; readonly text: InstructionText };

interface TextDialogProps {
  /** Null: closed. */
  readonly subject: TextSubject | null;
  readonly context: TextContext;
  /** Instructions that have a text already. */
  readonly taken: readonly InstructionName[];
  readonly onSave: (text: InstructionText) => void;
  readonly onClose: () => void;
}

/** Asks for the text of one instruction of a model. */
export function TextDialog({ subject, context, taken, onSave, onClose }: TextDialogProps) {
  const { t } = useTranslation('instructionTexts');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const [form] = Form.useForm<TextFields>();
  // Keeps the last content visible while the dialog closes.
  const last = useRef<TextSubject | null>(null);
  if (subject) last.current = subject;
  const displayed = last.current;
  const edited = displayed?.kind === 'edit' ? displayed.text : null;
  const name = edited === null ? '' : instructionOf(edited.instruction).title[language];
  return (
    <Modal
      open={subject !== null}
      title={edited === null ? t('add') : t('edit', { name })}
      onCancel={onClose}
      onOk={() => form.submit()}
      okText={t('apply')}
      cancelText={tApp('action.cancel')}
      mask={{ closable: false }}
      destroyOnHidden
      width={560}
    >
      <Form<TextFields>
        form={form}
        clearOnDestroy
        layout="vertical"
        validateTrigger="onBlur"
        initialValues={toFields(edited)}
        onFinish={(fields) => onSave(toText(fields))}
      >
        <InstructionField isFixed={edited !== null} encoded={context.encoded} taken={taken} />
        <ContentFields context={context} />
      </Form>
    </Modal>
  );
}

/** The fields that depend on the instruction. */
function ContentFields({ context: { carrier } }: Pick<TextDialogProps, 'context'>) {
  const { t } = useTranslation('instructionTexts');
  const { ofProblem } = useProblemText();
  const instruction = Form.useWatch<InstructionName | undefined>('instruction');
  const text = Form.useWatch<string | undefined>('text') ?? '';
  if (instruction === undefined || carrier === null) return null;
  const rules = { receipt: null, repeatable: false, sms: false };
  return (
    <>
      <Form.Item
        name="text"
        label={t('text')}
        required
        // The preview has the problem of a text, also while it is typed.
        {...(text.trim() === '' ? {} : { help: '' })}
        rules={[
          {
            async validator(_rule, value: string | undefined) {
              const problem = findTextProblem({ instruction, text: value ?? '', ...rules }, carrier);
              if (problem !== null) throw new Error(ofProblem(problem));
            },
          },
        ]}
      >
        <TextInput instruction={instruction} />
      </Form.Item>
      <TextPreview instruction={instruction} text={text} carrier={carrier} />
      <TextFormats />
      <ReceiptFields />
      <RuleFields instruction={instruction} />
    </>
  );
}
