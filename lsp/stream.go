package lsp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/buger/jsonparser"
	"go.lsp.dev/jsonrpc2"
	"go.uber.org/zap"
)

// maxMessage is the size in bytes of the largest message that is read. A length beyond it is taken for a broken header:
// to wait for so many bytes would be to hang.
const maxMessage = 128 << 20

const contentLength = "Content-Length"

// maxHeaderLine is the length in bytes beyond which a line is no header.
const maxHeaderLine = 1 << 10

// stream frames messages by the base protocol (LSP 3.18, "Base Protocol") and outlives what is no message: it answers a
// broken frame with an error, looks for the next header and reads on. The library's own streams end the connection.
type stream struct {
	in   io.ReadCloser
	out  io.WriteCloser
	log  *zap.Logger
	read *bufio.Reader
	body []byte // of the last message; reused, as jsonrpc2.Stream allows

	mu    sync.Mutex // one frame at a time
	frame []byte

	ended   atomic.Bool // no message is read any more
	closing sync.Once
	failed  error
}

var _ jsonrpc2.Stream = (*stream)(nil)

func newStream(in io.ReadCloser, out io.WriteCloser, log *zap.Logger) *stream {
	return &stream{in: in, out: out, log: log, read: bufio.NewReaderSize(in, 64<<10)}
}

// Read returns the next message. Its error is io.EOF at the end of input, inside a frame too: nothing else ends it but
// an input that cannot be read.
func (s *stream) Read(context.Context) (jsonrpc2.Message, int64, error) {
	for !s.ended.Load() {
		length, err := s.header()
		if err != nil {
			return nil, 0, endOfInput(err)
		}
		if err := s.fill(length); err != nil {
			return nil, 0, endOfInput(err)
		}
		if message := s.decode(s.body); message != nil {
			return message, int64(length), nil
		}
	}
	return nil, 0, io.EOF
}

// end makes the next Read return io.EOF without a look at the input, which may be blocked for ever.
func (s *stream) end() { s.ended.Store(true) }

// fill reads the bytes of one message. Room is made as they come: a length alone takes no memory.
func (s *stream) fill(length int) error {
	if cap(s.body) > 1<<20 && length < 1<<16 { // do not keep the room of one large message
		s.body = nil
	}
	s.body = s.body[:0]
	for have := 0; have < length; have = len(s.body) {
		part := min(length-have, max(have, 64<<10))
		s.body = slices.Grow(s.body, part)[:have+part]
		if _, err := io.ReadFull(s.read, s.body[have:]); err != nil {
			return err
		}
	}
	return nil
}

// decode returns the message of one frame; for what is none it answers with an error and returns nil.
func (s *stream) decode(body []byte) jsonrpc2.Message {
	if !utf8.Valid(body) {
		s.refuse(body, jsonrpc2.ParseError, "the message is not UTF-8, which the base protocol asks for")
		return nil
	}
	message, err := jsonrpc2.DecodeMessage(body)
	if err == nil {
		return message
	}
	if errors.Is(err, jsonrpc2.ErrParse) {
		s.refuse(body, jsonrpc2.ParseError, "the message is not one JSON object")
		return nil
	}
	s.refuse(body, jsonrpc2.InvalidRequest, whatIsMissing(body))
	return nil
}

// whatIsMissing says why an object is no request (JSON-RPC 2.0, section 4).
func whatIsMissing(body []byte) string {
	if first := bytes.TrimLeft(body, " \t\r\n"); len(first) > 0 && first[0] == '[' {
		return "the message is a batch; LSP sends every message by itself"
	}
	if version, err := jsonparser.GetString(body, "jsonrpc"); err != nil || version != "2.0" {
		return `the message needs "jsonrpc": "2.0"`
	}
	if _, kind, _, err := jsonparser.Get(body, "method"); err != nil || kind != jsonparser.String {
		return `a request needs a "method" that is a string`
	}
	return `the "id" of a request must be a whole number or a string`
}

// refuse answers what is no request. The id is repeated where one can be made out, so that the sender need not wait;
// JSON-RPC asks for null otherwise. A broken answer is not answered: that could go on for ever.
func (s *stream) refuse(body []byte, code jsonrpc2.Code, message string) {
	s.log.Warn("broken message", zap.Int32("code", int32(code)), zap.String("why", message), zap.Int("bytes", len(body)))
	if _, _, _, err := jsonparser.Get(body, "method"); err != nil && isAnswer(body) {
		return
	}
	var id jsonrpc2.ID
	if raw, kind, _, err := jsonparser.Get(body, "id"); err == nil {
		if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil && kind == jsonparser.Number {
			id = jsonrpc2.NewNumberID(n)
		} else if kind == jsonparser.String && utf8.Valid(raw) && bytes.IndexByte(raw, '\\') < 0 {
			id = jsonrpc2.NewStringID(string(raw))
		}
	}
	if _, err := s.Write(context.Background(), jsonrpc2.NewResponse(id, nil, jsonrpc2.NewError(code, message))); err != nil {
		s.log.Debug("the answer to a broken message was not written", zap.Error(err))
	}
}

func isAnswer(body []byte) bool {
	for _, key := range []string{"result", "error"} {
		if _, _, _, err := jsonparser.Get(body, key); err == nil {
			return true
		}
	}
	return false
}

// header reads to the end of the next header block and returns the length of the message behind it. What stands before
// a block that can be read is answered once with an error and skipped.
func (s *stream) header() (length int, err error) {
	refused := false
	refuse := func(why string) {
		if !refused {
			refused = true
			s.refuse(nil, jsonrpc2.ParseError, why)
		}
	}
	length = -1
	for {
		line, long, err := s.line()
		if err != nil {
			if len(bytes.TrimSpace(line)) > 0 {
				refuse("the input ends inside a message")
			}
			return 0, err
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			switch {
			case length > 0:
				return length, nil
			case length == 0:
				refuse("a message of no bytes was announced; Content-Length must count the bytes of a JSON object")
			case !refused:
				refuse("a header without Content-Length was found; it must count the bytes of the message")
			}
			length = -1
			continue
		}
		name, value, isField := bytes.Cut(line, []byte(":"))
		if !isField || !isToken(name) || long || isGlued(name) {
			refuse("something that is no header was found; every message begins with Content-Length, a line end and an empty line")
			length = -1
			// The header of the next message may follow the bytes of a broken one on the same line.
			at := lastIndexFold(line, contentLength+":")
			if at < 0 {
				continue
			}
			name, value, _ = bytes.Cut(line[at:], []byte(":"))
		}
		if !bytes.EqualFold(name, []byte(contentLength)) {
			continue // Content-Type, and whatever else a client sends
		}
		n, err := strconv.ParseUint(string(bytes.TrimSpace(value)), 10, 64)
		if err != nil || n > maxMessage {
			refuse("the Content-Length is no number of bytes up to " + strconv.Itoa(maxMessage))
			length = -1
			continue
		}
		length = int(n)
	}
}

// line reads one line with its end. Of a line that is too long for a header it returns the last part, which may hold
// the header of the next message.
func (s *stream) line() (line []byte, long bool, err error) {
	for {
		part, err := s.read.ReadSlice('\n')
		if err == nil && line == nil {
			return part, len(part) > maxHeaderLine, nil
		}
		if line = append(line, part...); len(line) > maxHeaderLine {
			long = true
			line = line[len(line)-maxHeaderLine:]
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, long, err
		}
	}
}

// isGlued reports whether other letters stand before the name of the field.
func isGlued(name []byte) bool {
	at := lastIndexFold(name, contentLength)
	return at > 0
}

// isToken reports whether the name can be that of a header field (RFC 9110, section 5.6.2, without its rare signs).
func isToken(name []byte) bool {
	for _, c := range name {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return len(name) > 0
}

// lastIndexFold returns the last place of an ASCII word in the line, whatever its case, or -1.
func lastIndexFold(line []byte, word string) int {
	for at := len(line) - len(word); at >= 0; at-- {
		if bytes.EqualFold(line[at:at+len(word)], []byte(word)) {
			return at
		}
	}
	return -1
}

func endOfInput(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return io.EOF
	}
	return err
}

// Write sends one message as one frame. It takes no notice of the context: an answer to a cancelled request is owed too.
func (s *stream) Write(_ context.Context, message jsonrpc2.Message) (int64, error) {
	const room = len("Content-Length: 12345678901234567890\r\n\r\n")
	s.mu.Lock()
	defer s.mu.Unlock()
	if cap(s.frame) < room {
		s.frame = make([]byte, room, 4<<10)
	}
	frame := jsonrpc2.AppendMessage(s.frame[:room], message)
	// The length is known only now: the header is written backwards, up to the first byte of the message.
	header := make([]byte, 0, room)
	header = append(header, "Content-Length: "...)
	header = strconv.AppendInt(header, int64(len(frame)-room), 10)
	header = append(header, "\r\n\r\n"...)
	start := room - len(header)
	copy(frame[start:], header)
	if s.frame = frame; cap(frame) > 1<<20 {
		s.frame = nil
	}
	n, err := s.out.Write(frame[start:])
	return int64(n), err
}

// Close closes both directions.
func (s *stream) Close() error {
	s.end()
	s.closing.Do(func() {
		s.failed = errors.Join(s.out.Close(), s.in.Close())
	})
	return s.failed
}
