// maven: io.netty:netty-all:4.1.104.Final
// An echo server and three clients over loop-back sockets.
import io.netty.bootstrap.*;
import io.netty.buffer.*;
import io.netty.channel.*;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.*;
import java.net.InetSocketAddress;
import java.util.concurrent.*;

class Driver {
    public static void main(String[] arguments) throws Exception {
        EventLoopGroup group = new NioEventLoopGroup(3);
        Channel server = new ServerBootstrap().group(group).channel(NioServerSocketChannel.class)
            .childHandler(new ChannelInitializer<Channel>() {
                @Override protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                        @Override public void channelRead(ChannelHandlerContext context, Object message) {
                            context.writeAndFlush(message);
                        }
                    });
                }
            }).bind("localhost", 0).sync().channel();
        CountDownLatch done = new CountDownLatch(3 * 500);
        for (int c = 0; c < 3; c++) {
            Channel client = new Bootstrap().group(group).channel(NioSocketChannel.class)
                .handler(new ChannelInitializer<Channel>() {
                    @Override protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new SimpleChannelInboundHandler<ByteBuf>() {
                            @Override protected void channelRead0(ChannelHandlerContext context, ByteBuf message) {
                                for (int n = message.readableBytes(); n > 0; n--) done.countDown();
                            }
                        });
                    }
                }).connect("localhost", ((InetSocketAddress) server.localAddress()).getPort()).sync().channel();
            for (int i = 0; i < 500; i++) client.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {(byte) i}));
        }
        System.out.println(done.await(5, TimeUnit.MINUTES));
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    }
}
